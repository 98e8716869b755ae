import { createServer } from "node:http";

const CIPHER = "vault:v1:";

/**
 * A key service for the secrets of the tests' stacks, in the words of Vault's transit engine, on the loopback. To
 * derive the key from a passphrase takes each `pulumi` command a sixth of a second of CPU; the engine encrypts the
 * state's secrets the same way with either. It hides nothing, and ends with this process. Gives its URL.
 */
export function startVault() {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const data = transit(request.url, Buffer.concat(chunks).toString());
      response.writeHead(data ? 200 : 404, { "Content-Type": "application/json" });
      response.end(
        JSON.stringify(data ? { data } : { errors: [`${request.method} ${request.url} is not there`] }),
      );
    });
  });
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      server.unref();
      resolve(`http://127.0.0.1:${server.address().port}`);
    });
  });
}

function transit(url, body) {
  if (/\/transit\/encrypt\//.test(url)) return { ciphertext: CIPHER + JSON.parse(body).plaintext };
  if (/\/transit\/decrypt\//.test(url))
    return { plaintext: JSON.parse(body).ciphertext.slice(CIPHER.length) };
  return undefined;
}

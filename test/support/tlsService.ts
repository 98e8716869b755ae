/** A service that speaks TLS under a name that does not exist, and a proxy that leads to it. */
import https from "node:https";
import net, { type AddressInfo } from "node:net";

/** The name that the certificate is for. */
export const TLS_HOST = "checks.test";

/** Certificate of `checks.test`, signed by itself: nobody but these tests trusts it. */
export const TLS_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUJbtmjsAe0cEPLPG03cW7PnRMFZ4wCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLY2hlY2tzLnRlc3QwIBcNMjYxMTIyMDE0NjAxWhgPMjEyNjEw
MjkwMTQ2MDFaMBYxFDASBgNVBAMMC2NoZWNrcy50ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEQozHHFyBRheVUzP1RIid/Y6MNUPLUMEo5YU4FW5EndUlfMk4
D0FuaV63g/ViasVgOSc5DVLQNGh5H/4SCMd3+6NrMGkwHQYDVR0OBBYEFESrFUJL
+Xl3yws16UHmDXj7gUy3MB8GA1UdIwQYMBaAFESrFUJL+Xl3yws16UHmDXj7gUy3
MA8GA1UdEwEB/wQFMAMBAf8wFgYDVR0RBA8wDYILY2hlY2tzLnRlc3QwCgYIKoZI
zj0EAwIDSQAwRgIhAKjLMr1ZEywTxIqNXN3eiROmKAV4jW75CDEa7kLgHVxQAiEA
2uAFBpHOPX5fH1sXAsub7Km9i/yXrk+tPnuULLdV2wg=
-----END CERTIFICATE-----
`;

const TLS_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgON/gG19zTh7YHqc1
SIyuWKzM58vCsDQcd8gKQ51VlKGhRANCAARCjMccXIFGF5VTM/VEiJ39jow1Q8tQ
wSjlhTgVbkSd1SV8yTgPQW5pXreD9WJqxWA5JzkNUtA0aHkf/hIIx3f7
-----END PRIVATE KEY-----
`;

/** What is served, and what was heard. */
export interface Listener {
  port: number;
  /** A service: the header lines of each request. A proxy: all that clients sent, as one text. */
  heard: string[];
  close: () => void;
}

/** A service that answers every request with this status and text. */
export async function tlsService(status: number, text: string): Promise<Listener> {
  const heard: string[] = [];
  const server = https.createServer({ key: TLS_KEY, cert: TLS_CERTIFICATE }, (request, response) => {
    heard.push(JSON.stringify(request.headers));
    response.writeHead(status, { "Content-Type": "application/json" }).end(text);
  });
  const port = await listening(server);
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port, heard, close };
}

/** A proxy that makes tunnels to the port, whatever name it is asked for, or refuses with a status. */
export async function proxyTo(port: number, refusal?: string): Promise<Listener> {
  const heard: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    sockets.add(client);
    client.on("error", () => client.destroy());
    client.on("data", (bytes) => heard.push(bytes.toString("latin1")));
    client.once("data", (first) => {
      if (refusal !== undefined || !first.toString("latin1").startsWith("CONNECT ")) {
        client.end(`HTTP/1.1 ${refusal ?? "502 Bad Gateway"}\r\nContent-Length: 0\r\n\r\n`);
        return;
      }
      const service = net.connect(port, "127.0.0.1", () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        client.pipe(service).pipe(client);
      });
      sockets.add(service);
      service.on("error", () => client.destroy());
    });
  });
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: await listening(server), heard, close };
}

/** What takes connections as a proxy does, and makes no tunnel: it says these words, and nothing more. */
export async function silentProxy(words: string): Promise<Listener> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    sockets.add(client);
    client.on("error", () => client.destroy());
    client.once("data", () => void client.write(words));
  });
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: await listening(server), heard: [], close };
}

async function listening(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

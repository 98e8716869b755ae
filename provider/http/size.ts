/** How large answers and requests may be. */
import type { AxiosError } from "axios";

/** Most megabytes of an answer, after decompression: a list of some 60,000 documents of 1 kB each. */
export const LARGEST_MB = 64;
export const LARGEST_BYTES = LARGEST_MB * 1024 * 1024;

/** From so many bytes on a service may refuse a request for its size, whatever it says. */
const LARGE_REQUEST = 64 * 1024;

/** Whether an answer was given up because of its size; axios has no code of its own for it. */
export function isTooLarge({ code, message }: AxiosError): boolean {
  return code === "ERR_BAD_RESPONSE" && message.startsWith("maxContentLength");
}

/** The largest field of a refused request, if size may be the reason: 413 says so, 400 and 422 may mean it. */
export function oversizedField({ response, config }: AxiosError): string | undefined {
  const { data } = config ?? {};
  if (typeof data !== "string" || response === undefined) return undefined;
  const size = Buffer.byteLength(data);
  if (response.status !== 413 && !([400, 422].includes(response.status) && size > LARGE_REQUEST))
    return undefined;
  const fields = Object.entries(JSON.parse(data) as object)
    .map(([name, value]): [string, number] => [name, Buffer.byteLength(JSON.stringify(value) ?? "")])
    .sort(([, a], [, b]) => b - a);
  const [largest] = fields;
  if (largest === undefined) return undefined;
  return `${largest[0]} is the largest part of it, with ${kilobytes(largest[1])} of ${kilobytes(size)}`;
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} kB`;
}

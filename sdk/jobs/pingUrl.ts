/** The variable in which a job finds its ping URL, and the command that pings. */

export const PING_URL = "CHECKS_PING_URL";

/**
 * A command of `sh` that posts to a URL: a check with `methods: "POST"` ignores other requests. It posts an empty text, as
 * curl leaves out the length of none, which servers may refuse. curl gets the URL as input, so `ps` does not show it. An
 * attempt takes 10 s at most; if the service is away or refuses connections there are three more.
 */
export function pingCommand(url: string, attempts = "-m 10 --retry 3 --retry-connrefused"): string {
  return `echo "url=${url}" | curl -fsS -d "" ${attempts} -o /dev/null -K -`;
}

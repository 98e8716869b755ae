/**
 * The POSIX `sh` script in which a job's command runs for `ping: "wrap"`: `sh -c SCRIPT NAME COMMAND ARGUMENTS…`.
 *
 * It holds to this, and `test/contract/sdk/kubernetes/pingScript.test.ts` proves it in dash, bash and busybox:
 * - Arguments, standard input, output, exit code and signals are the job's own. The script adds nothing to the output,
 *   but one line on stderr when a ping did not get through.
 * - The job starts before the first ping and never waits for one. After its end the script may take 20 s when the
 *   service is away.
 * - The ping URL is no process' argument and in no environment but the script's own.
 * - It writes no file, as a job's file system may be read-only.
 *
 * Kubernetes replaces what looks like `$(NAME)` or `$$` in a command, so neither may stand in here; names begin with
 * `checks_`, since one that the job's environment has, too, would change there.
 */
import { PING_URL } from "../jobs/pingUrl";

/** Seconds that one attempt may take. Three are made, with pauses of 1 and 2 s. */
const ATTEMPT_SECONDS = 4;

/** Takes the URL out of the job's environment. */
const TAKE_URL = `
checks_url=$${PING_URL}
unset ${PING_URL}
checks_say() { echo "pulumi-checks: $1" >&2; }`;

/** What can send, and what ends it when the service hangs. Of the tools called wget, only GNU's reads a URL from stdin. */
const CHOOSE_TOOL = `
checks_tool=
if command -v curl; then checks_tool=curl
elif wget --version | { read -r checks_word _; [ "$checks_word" = GNU ]; }; then checks_tool=wget
elif command -v nc; then checks_tool=nc
fi >/dev/null 2>&1
checks_limit=
timeout ${ATTEMPT_SECONDS} true 2>/dev/null && checks_limit='timeout ${ATTEMPT_SECONDS}'`;

/** A shell that is told to run nothing goes on as if that had been done: the job would be a success. */
const NEED_COMMAND = `
[ $# -gt 0 ] || { checks_say 'there is no command to run'; exit 127; }`;

/** Without a URL, as when the Secret is missing, or without a tool the job runs all the same. */
const GIVE_UP = `
checks_lack=
[ -n "$checks_tool" ] || checks_lack='no curl, wget or busybox nc in the image'
[ -n "$checks_url" ] || checks_lack='no ping URL in ${PING_URL}'
if [ -n "$checks_lack" ]; then
  checks_say "there is $checks_lack; the job runs without pings"
  exec "$@"
fi`;

/** One request. `echo` and `printf` are the shell's own, so that what they are given is no process' argument. */
const SEND = `
checks_send() {
  case $checks_tool in
    curl) echo "url = \\"$checks_url$1\\"" | curl -fsSL -m ${ATTEMPT_SECONDS} -A pulumi-checks -d '' -K - ;;
    wget) echo "$checks_url$1" | $checks_limit wget -q -t 1 -T ${ATTEMPT_SECONDS} -U pulumi-checks --post-data= -O - -i - ;;
    nc) checks_nc "$1" ;;
  esac
}`;

/**
 * Busybox has a wget that takes URLs as arguments only, but also all that such a wget is made of: nc, which runs a
 * program on a connection, and ssl_client. The request goes in by descriptor 5, the answer's first line comes out by 6.
 */
const SEND_BY_NC = `
checks_nc() {
  checks_place=\${checks_url#*://}
  checks_site=\${checks_place%%/*}
  checks_host=\${checks_site%:*}
  case $checks_url in
    https:*) checks_port=443 checks_talk='exec ssl_client -s 3 -n "$0" 3<&0 <&5 >&6' ;;
    *) checks_port=80 checks_talk='cat <&5; read -r checks_line; echo "$checks_line" >&6' ;;
  esac
  case $checks_site in *:*) checks_port=\${checks_site##*:} ;; esac
  printf 'POST /%s HTTP/1.1\\r\\nHost: %s\\r\\nUser-Agent: pulumi-checks\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n' \\
    "\${checks_place#*/}$1" "$checks_site" |
    $checks_limit nc -w ${ATTEMPT_SECONDS} "$checks_host" "$checks_port" -e sh -c "$checks_talk" "$checks_host" 5<&0 6>&1 |
    { read -r checks_word checks_status _; case $checks_status in 2??) ;; *) false ;; esac; }
}`;

/** A ping with its retries, which end with the job: what is told of it then is its end. */
const PING = `
checks_id=
{ read -r checks_id </proc/sys/kernel/random/uuid; } 2>/dev/null
checks_ping() {
  for checks_pause in 1 2 ''; do
    checks_send "$2\${checks_id:+?rid=$checks_id}" </dev/null >/dev/null 2>&1 && return
    [ -n "$checks_pause" ] && { [ "$1" != start ] || kill -0 "$checks_job"; } 2>/dev/null || break
    sleep "$checks_pause"
  done
  checks_say "the $1 ping did not get through"
}`;

/** Hands signals on to the job; one that comes before the job has begun waits for it, and after its end nothing is left to end. */
const SIGNALS = `
checks_job= checks_early= checks_caught=
checks_pass() {
  checks_caught=1
  if [ -n "$checks_job" ]; then kill -"$1" "$checks_job" 2>/dev/null; else checks_early="$checks_early $1"; fi
}
for checks_signal in HUP INT QUIT USR1 USR2 ALRM TERM WINCH; do
  trap "checks_pass $checks_signal" "$checks_signal"
done`;

/**
 * Shells give what they run in the background an empty input and, but for bash, make it ignore INT and QUIT: the input
 * is given back by a copy, the signals where env can.
 */
const RUN = `
checks_env=
case $1 in
  *=*) ;;
  *) env --default-signal=INT,QUIT true 2>/dev/null && checks_env='env --default-signal=INT,QUIT' ;;
esac
if { true <&0; } 2>/dev/null; then
  exec 9<&0
  exec $checks_env "$@" <&9 9<&- &
else
  exec $checks_env "$@" <&- &
fi
checks_job=$!
for checks_signal in $checks_early; do kill -"$checks_signal" "$checks_job" 2>/dev/null; done
checks_ping start /start <&- 9<&- &
checks_start=$!`;

/**
 * A signal interrupts wait, whose answer is the signal then and not the process' own. After that its own is still to be
 * had, unless it was what wait gave: 127 means that there is nothing more to know. Shells would tell of a killed job.
 */
const AWAIT = `
checks_wait() {
  checks_caught=
  wait "$1" 2>/dev/null
  checks_code=$?
  while [ -n "$checks_caught" ]; do
    checks_caught= checks_there=
    kill -0 "$1" 2>/dev/null && checks_there=1
    wait "$1" 2>/dev/null
    checks_next=$?
    if [ -n "$checks_there" ] || [ "$checks_next" -ne 127 ]; then checks_code=$checks_next; fi
  done
}`;

/** The start must have arrived or be given up: one that came after the end would tell of a job that hangs. */
const REPORT = `
checks_wait "$checks_job"
checks_job= checks_end=$checks_code
checks_wait "$checks_start"
if [ "$checks_end" -eq 0 ]; then checks_ping success ''; else checks_ping failure "/$checks_end"; fi
exit "$checks_end"`;

/** All of it. */
export const PING_SCRIPT = [
  TAKE_URL,
  NEED_COMMAND,
  CHOOSE_TOOL,
  GIVE_UP,
  SEND,
  SEND_BY_NC,
  PING,
  SIGNALS,
  RUN,
  AWAIT,
  REPORT,
]
  .map((part) => part.trim())
  .join("\n");

/** Durations as Go, systemd and EventBridge write them, converted to seconds. */
import { NotConvertible } from "./conversion";

const GO_UNITS: Readonly<Record<string, number>> = {
  h: 3600,
  m: 60,
  s: 1,
  ms: 1e-3,
  us: 1e-6,
  // Once with the micro sign, once with the Greek letter.
  µs: 1e-6,
  μs: 1e-6,
  ns: 1e-9,
};

/** Go's time.ParseDuration: `1h30m`, `90s`, `1.5h`. */
export function goDuration(text: string): number {
  if (!/^\+?(([0-9]+(\.[0-9]*)?|\.[0-9]+)(h|ms|m|s|us|[µμ]s|ns))+$/.test(text)) {
    throw new NotConvertible("the time after @every must be one such as 1h30m");
  }
  return sum(text.matchAll(/([0-9.]+)([a-zµμ]+)/g), GO_UNITS);
}

const SYSTEMD_UNITS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    "usec us µs μs": 1e-6,
    "msec ms": 1e-3,
    "seconds second sec s": 1,
    "minutes minute min m": 60,
    "hours hour hr h": 3600,
    "days day d": 86_400,
    "weeks week w": 604_800,
    "months month M": 2_629_800,
    "years year y": 31_557_600,
  }).flatMap(([names, seconds]) => names.split(" ").map((name) => [name, seconds])),
);

/** systemd.time(7): `5min`, `1h 30min`; a plain number is seconds. A month is 30.44 days, a year 365.25. */
export function systemdSpan(span: string | number, property: string): number {
  const text = String(span).trim();
  if (text === "infinity") throw new NotConvertible("never ends; set a length of time", property);
  const parts = [...text.matchAll(/\s*\+?([0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*([a-zµμA-Z]*)/g)];
  const unknown = parts.some(([, , unit = ""]) => unit !== "" && !Object.hasOwn(SYSTEMD_UNITS, unit));
  if (parts.length === 0 || unknown || parts.map(([part]) => part).join("") !== text) {
    throw new NotConvertible("must be a length of time such as 1h 30min", property);
  }
  return sum(parts, { ...SYSTEMD_UNITS, "": 1 });
}

function sum(parts: Iterable<RegExpMatchArray>, units: Readonly<Record<string, number>>): number {
  let microseconds = 0;
  for (const [, count, unit = ""] of parts) microseconds += Number(count) * (units[unit] ?? 0) * 1e6;
  return Math.round(microseconds) / 1e6;
}

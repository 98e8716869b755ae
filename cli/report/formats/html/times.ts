/** Times as a page says them. What is known lies within a few months: only its head and its weeks name the year. */
import { clockOf } from "../../../../provider/schedule/wallClock";
import { html, type Markup } from "../../../markup";
import type { Cell, CellUnit } from "../../cells";
import type { Incident } from "../../incidents";
import type { Report } from "../../report";
import { iso } from "../../words";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `3 May 2026 – 30 May 2026, 14:05 UTC`, or `30 May 2026, 00:00 – 14:05 UTC`. */
export function windowName({ window, zone }: Report): string {
  const [start, end] = [wall(window.start, zone), wall(window.end, zone)];
  const lastDay = wall(window.end - 1, zone);
  const from = start.isMidnight ? start.date : `${start.date}, ${start.time}`;
  const to = end.isMidnight ? lastDay.date : `${end.date}, ${end.time}`;
  if (from === to) return `${from} ${zone}`;
  if (start.date === end.date) return `${start.date}, ${start.time} – ${end.time} ${zone}`;
  return `${from} – ${to} ${zone}`;
}

/** `3 May`, `3 May, 10:00`, or the week by its first day: `3 May 2026`. */
export function cellName({ from }: Cell, unit: CellUnit, zone: string): string {
  const start = wall(from, zone);
  if (unit === "hour") return `${start.day}, ${start.time}`;
  return unit === "day" ? start.day : start.date;
}

/** `3 May, 10:42`. */
export function momentName(seconds: number, zone: string): string {
  const { day, time } = wall(seconds, zone);
  return `${day}, ${time}`;
}

/** `3 May, 10:42 – 11:03`: from when to when a check was down. */
export function incidentTimes({ start, startKnown, end, goesOn }: Incident, zone: string): Markup {
  const [from, to] = [wall(start, zone), wall(end, zone)];
  const until = from.date === to.date ? to.time : `${to.day}, ${to.time}`;
  return html`${time(start, `${from.day}, ${from.time}`)}${!startKnown && " or before"} – ${
    goesOn ? "ongoing" : time(end, until)
  }`;
}

function time(seconds: number, words: string): Markup {
  return html`<time datetime="${iso(seconds)}">${words}</time>`;
}

function wall(seconds: number, zone: string) {
  const date = new Date(clockOf(zone).wallAt(seconds * 1000));
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
  const text = date.toISOString();
  return {
    day,
    date: `${day} ${date.getUTCFullYear()}`,
    time: text.slice(11, 16),
    isMidnight: text.slice(11, 19) === "00:00:00",
  };
}

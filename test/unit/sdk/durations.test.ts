import { days, hours, minutes } from "../../../sdk/durations";

describe("durations", () => {
  it("are whole seconds, as the fields of a check want them", () => {
    expect([minutes(30), hours(25), days(1)]).toEqual([1800, 90_000, 86_400]);
    expect([minutes(1), days(365)]).toEqual([60, 31_536_000]);
  });

  it("can be parts of an hour or a day", () => {
    expect([minutes(0.5), hours(1.5), days(0.5)]).toEqual([30, 5400, 43_200]);
    expect([minutes(1.1), hours(0.7), days(0.07)]).toEqual([66, 2520, 6048]);
  });
});

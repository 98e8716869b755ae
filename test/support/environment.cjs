/**
 * What the user's own shell says to the product and to a pipeline is taken out of the environment of all tests: it goes
 * before configuration, and tests would write into the service that somebody watches production with.
 */
"use strict";

const SETTING = /^((CHECKS|MERCHANT|GITHUB|GITLAB|CI)_|PULUMI_(CONFIG|STACK)(_|$))/;
/** Chooses the host of the end-to-end tests. */
const OF_THE_TESTS = ["CHECKS_HOST"];

/** Takes the settings out; which those are is decided by their names. */
exports.withoutSettings = function withoutSettings(environment) {
  for (const name of Object.keys(environment))
    if (SETTING.test(name) && !OF_THE_TESTS.includes(name)) delete environment[name];
};

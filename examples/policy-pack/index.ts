// What a company requires of the checks of all its stacks, in whatever language.
import { PolicyPack } from "@pulumi/policy";
import { checksPolicies } from "pulumi-checks/policy";

new PolicyPack("checks", {
  enforcementLevel: "mandatory",
  policies: checksPolicies({
    tags: ["team:*"],
    grace: { min: "5m", max: "1d" },
    levels: { "check-has-tags": "advisory" },
  }),
});

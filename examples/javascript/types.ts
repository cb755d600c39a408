import type { Outcomes, Requests } from "../../schemas/red_white";

const test: Requests["red_white.morale_test"] = {
  unit: { side: "white", type: "infantry", has_leader: true, stands: 5 },
};
const passed = (outcome: Outcomes["red_white.morale_test"]): boolean => outcome.passed;

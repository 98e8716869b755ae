import { PING_SCRIPT } from "../../../../sdk/kubernetes/pingScript";

describe("the script that pings for a job", () => {
  it("has nothing that Kubernetes would replace in a command", () => {
    expect(PING_SCRIPT).not.toMatch(/\$\(|\$\$/);
  });

  it("sets no variable that the job could have, too", () => {
    const names = [...PING_SCRIPT.matchAll(/(?<![\w"'$/?-])([A-Za-z_]\w*)=/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !name?.startsWith("checks_"))).toEqual([]);
  });

  it("is small, since each job carries it", () => {
    expect(PING_SCRIPT.length).toBeLessThan(4000);
  });
});

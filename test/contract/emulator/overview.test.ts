import { Service } from "../../support/emulator/serviceClient";

describe("the emulator's page", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  beforeEach(() => service.admin.reset());
  afterAll(() => service.close());

  async function page(): Promise<string> {
    const answer = await fetch(`${service.emulator.url}/`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    return answer.text();
  }
  const text = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

  it("shows checks with their states, pings and the clock as tests move it", async () => {
    expect(text(await page())).toContain("No checks yet.");
    const late = {
      name: "Nightly",
      slug: "nightly",
      timeout: 3600,
      grace: 60,
      channels: "Pager",
      tags: "db",
    };
    const { ping_url } = await service.create(late);
    await service.create({ slug: "worker", schedule: "30 2 * * *", tz: "Europe/Riga" });
    await service.call("POST", String(ping_url), { raw: "42 rows" });
    const before = text(await page());
    expect(before).toContain("up Nightly nightly");
    expect(before).toContain("every 1 hour grace 1 minute db Pager");
    expect(before).toContain("30 2 * * * Europe/Riga");
    expect(before).toContain("42 rows 7 bytes");

    await service.admin.advance(2 * 3600);
    const after = text(await page());
    expect(after).toContain("down Nightly nightly");
    expect(after).toContain("2 hours ahead of this machine");
    expect(after).toMatch(/up → down 59 minutes|up → down 58 minutes/);
  });

  it("shows what a check or a ping says as text, and runs nothing of it", async () => {
    const evil = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`;
    const { ping_url } = await service.create({ name: evil, slug: "evil", tags: "<b>tag</b>" });
    const headers = { "user-agent": "<svg/onload=alert(3)>" };
    await fetch(String(ping_url), { method: "POST", headers, body: "</code><iframe src=//evil.example>" });
    await service.admin.addChannel("alpha", "<i>channel</i>", "email");
    await service.create({ slug: "all", channels: "*" });
    const html = await page();
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).not.toMatch(/<script|<img|<svg|<iframe|<i>|<b>tag/);
    const policy = (await fetch(`${service.emulator.url}/`)).headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it("shows who is alerted also by a channel without a name", async () => {
    await service.create({
      slug: "loud",
      channels: (await service.admin.addChannel("alpha", "", "email")).id,
    });
    const html = text(await page());
    expect(html).toContain("loud");
    expect(html).not.toContain("nobody");
  });

  it("shows no key and no ping URL, and is not counted as a request", async () => {
    const { uuid } = await service.create({ slug: "quiet" });
    await service.admin.clearRequests();
    const html = await page();
    for (const secret of [uuid, ...Object.values(service.keys)]) expect(html).not.toContain(secret);
    expect((await service.admin.requests()).total).toBe(0);
  });
});

import pulumi
import pulumi_checks as checks

backup = checks.Check(
    "nightly-backup",
    slug="nightly-backup",
    schedule="30 2 * * *",
    tz="Europe/Riga",
    grace="1h",
    channels="*",  # all channels of the project; or by name: ["Pager"]
)

# What the job fetches when it is done: a secret.
pulumi.export("backupPingUrl", backup.ping_url)

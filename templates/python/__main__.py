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

# The job requests this when it is done. A secret.
pulumi.export("backupPingUrl", backup.ping_url)

"""Three jobs of a small company, each with the check that watches it."""

import pulumi
import pulumi_checks as checks

# Alerts every channel of the project; ["Pager"] would alert one, by its name.
CHANNELS = "*"

backup = checks.Check(
    "nightly-backup",
    name="Nightly backup",
    slug="quickstart-nightly-backup",
    tags=["quickstart", "db"],
    schedule="30 2 * * *",
    tz="Europe/Riga",
    grace="1h",
    channels=CHANNELS,
)

checks.Check(
    "queue-worker",
    name="Queue worker",
    slug="quickstart-queue-worker",
    tags=["quickstart"],
    timeout="5m",
    grace="2m",
    channels=CHANNELS,
)

checks.Check(
    "certificate-renewal",
    name="Certificate renewal",
    slug="quickstart-certificate-renewal",
    tags=["quickstart"],
    timeout="7d",
    grace="1d",
    channels=CHANNELS,
)

# The backup script requests this when it is done. A secret.
pulumi.export("backupPingUrl", backup.ping_url)
pulumi.export("channel", checks.get_channels_output().channels[0].name)

// Three jobs of a small company, each with the check that watches it.
package main

import (
	"example.com/pulumi-checks/sdk/go/checks"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Alerts every channel of the project; a list of names would alert some of them.
var channels = pulumi.String("*")

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		backup, err := checks.NewCheck(ctx, "nightly-backup", &checks.CheckArgs{
			Name:     pulumi.String("Nightly backup"),
			Slug:     pulumi.String("quickstart-nightly-backup"),
			Tags:     pulumi.ToStringArray([]string{"quickstart", "db"}),
			Schedule: pulumi.String("30 2 * * *"),
			Tz:       pulumi.String("Europe/Riga"),
			Grace:    pulumi.String("1h"),
			Channels: channels,
		})
		if err != nil {
			return err
		}

		_, err = checks.NewCheck(ctx, "queue-worker", &checks.CheckArgs{
			Name:     pulumi.String("Queue worker"),
			Slug:     pulumi.String("quickstart-queue-worker"),
			Tags:     pulumi.ToStringArray([]string{"quickstart"}),
			Timeout:  pulumi.String("5m"),
			Grace:    pulumi.String("2m"),
			Channels: channels,
		})
		if err != nil {
			return err
		}

		_, err = checks.NewCheck(ctx, "certificate-renewal", &checks.CheckArgs{
			Name:     pulumi.String("Certificate renewal"),
			Slug:     pulumi.String("quickstart-certificate-renewal"),
			Tags:     pulumi.ToStringArray([]string{"quickstart"}),
			Timeout:  pulumi.String("7d"),
			Grace:    pulumi.String("1d"),
			Channels: channels,
		})
		if err != nil {
			return err
		}

		// The backup script requests this when it is done. A secret.
		ctx.Export("backupPingUrl", backup.PingUrl)
		found := checks.GetChannelsOutput(ctx, checks.GetChannelsOutputArgs{})
		ctx.Export("channel", found.Channels().Index(pulumi.Int(0)).Name())
		return nil
	})
}

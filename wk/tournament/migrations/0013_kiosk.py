from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0012_odds"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="kiosk_key",
            field=models.CharField(blank=True, default="", editable=False, max_length=20),
        ),
    ]

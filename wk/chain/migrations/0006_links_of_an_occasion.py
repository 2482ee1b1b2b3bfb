"""The links of one occasion are found together."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("chain", "0005_a_laptop_follows")]

    operations = [
        migrations.AddIndex(
            model_name="link",
            index=models.Index(
                fields=["occasion", "author", "number"], name="links_of_an_occasion"
            ),
        ),
    ]

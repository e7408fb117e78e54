"""One event for everyone on a channel. Needs the variables of fanfare.py."""

from fanfare import publish

# #region ship
publish("private-group-staff", "order.shipped", {"number": "TL-2055"})
# #endregion ship

"""A Django application in one file: python3 orders.py runserver 4100. Needs Django 3.2 or later, and the variables of ../python."""

import os, sys
from pathlib import Path

from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "python"))
from fanfare import publish, sign_identity

settings.configure(
    ALLOWED_HOSTS=["127.0.0.1", "localhost"],
    MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"],
    ROOT_URLCONF=__name__,
    SECRET_KEY=os.urandom(32).hex(),
    INSTALLED_APPS=["django.contrib.staticfiles"],
    STATIC_URL="/static/",
    STATICFILES_DIRS=[FOLDER / "static"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [FOLDER / "templates"]}],
    DEBUG=True,
)


def signed_in_user(request) -> str:
    """Your application has @login_required and request.user.pk."""
    return "u_42"


# #region views
@never_cache
def fanfare_token(request):
    return HttpResponse(sign_identity(signed_in_user(request)), content_type="text/plain")


@require_POST
def ship(request):
    publish("private-group-staff", "order.shipped", {"number": "TL-2055"})
    return HttpResponse(status=204)


def orders(request):
    fanfare = {"host": os.environ["SERVER_URL"], "key": os.environ["FANFARE_APP_KEY"], "user": signed_in_user(request)}
    return render(request, "orders.html", {"fanfare": fanfare})
# #endregion views


urlpatterns = [path("", orders), path("fanfare-token", fanfare_token), path("ship", ship)]

if __name__ == "__main__":
    execute_from_command_line(sys.argv)

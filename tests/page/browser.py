"""Find a Chromium and know how to start it."""

from __future__ import annotations

import os
import shutil

from playwright.async_api import ViewportSize

NAMES = (
    # What draws pages alone, without the windows around them, takes less for the same pages.
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # What puts pages together without a graphics card needs no process of its own.
    "--in-process-gpu",
]
DESK = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)


def find() -> str | None:
    """Return the path of an installed Chromium; `CHROMIUM` names another one."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    return next((path for name in NAMES if (path := shutil.which(name))), None)

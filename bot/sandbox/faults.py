"""Scripted failures: chosen requests fail, wait, or are told to slow down."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(slots=True, eq=False)
class Fault:
    """One scripted failure. `hits` counts how often it came, `times` how often it still will."""

    method: str
    path: str
    status: int | None = None
    code: int = 0
    message: str = ""
    retry_after: float | None = None
    for_all: bool = False
    via: bool = True
    times: int = 1
    after_apply: bool = False
    delay: float = 0.0
    before: Callable[[], Awaitable[object]] | None = None
    hits: int = 0

    def fits(self, method: str, path: str) -> bool:
        """Tell whether it is meant for this request."""
        if not self.times or self.method not in ("*", method):
            return False
        return fnmatchcase(path, self.path)

    async def hold(self) -> None:
        """Wait as long as the script says before the request is carried out."""
        if self.before is not None:
            await self.before()
        if self.delay:
            await asyncio.sleep(self.delay)


class Faults:
    """The script: the first failure that fits a request is used."""

    def __init__(self) -> None:
        self.script: list[Fault] = []
        self.lasting: list[Fault] = []
        """Failures that always come, whatever happens to the script."""

    def fail(
        self,
        method: str,
        path: str,
        *,
        status: int | None = 500,
        code: int = 0,
        message: str = "",
        retry_after: float | None = None,
        for_all: bool = False,
        via: bool = True,
        times: int = 1,
        after_apply: bool = False,
        delay: float = 0.0,
        before: Callable[[], Awaitable[object]] | None = None,
    ) -> Fault:
        """Make the next `times` requests of this method ("*": any) and path pattern fail.

        `status` None lets the request succeed after `delay` seconds, or once `before()` returns.
        `after_apply` carries the request out but still answers with the failure. A `status` of 429
        announces `retry_after` seconds, for everything if `for_all`; without `via` it looks like a
        ban by the proxy rather than a rate limit.
        """
        fault = Fault(
            method,
            path,
            status,
            code,
            message,
            retry_after,
            for_all,
            via,
            times,
            after_apply,
            delay,
            before,
        )
        self.script.append(fault)
        return fault

    def take(self, method: str, path: str) -> Fault | None:
        """Return the failure meant for this request, and count it."""
        for fault in self.lasting:
            if fault.fits(method, path):
                fault.hits += 1
                return fault
        for fault in self.script:
            if fault.fits(method, path):
                fault.hits += 1
                fault.times -= 1
                if not fault.times:
                    self.script.remove(fault)
                return fault
        return None

    def clear(self) -> None:
        """Forget the script, except failures that always come."""
        self.script.clear()

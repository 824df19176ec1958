# docker build -t kakushi .
# docker run -d --name kakushi --restart unless-stopped --env-file .env -v kakushi:/data kakushi

# Debian's newest stable release, built on 2026-10-05. docs/operating.md says how to renew it.
ARG BASE=debian:trixie-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f

FROM ${BASE} AS packages
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates python3 python3-venv
COPY requirements.lock .
RUN python3 -m venv /packages \
    && /packages/bin/pip install --no-cache-dir --disable-pip-version-check \
       --require-hashes -r requirements.lock \
    && /packages/bin/pip uninstall -y --quiet pip setuptools

FROM ${BASE}
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates python3 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /nonexistent --shell /usr/sbin/nologin kakushi \
    && install -d -o kakushi -g kakushi -m 700 /data
COPY --from=packages /packages /packages
WORKDIR /kakushi
COPY . .
# The default database, data/kakushi.sqlite3, thereby lies on the volume.
RUN ln -s /data data && python3 -m compileall -q bot cogs storage
ENV PATH=/packages/bin:$PATH PYTHONUNBUFFERED=1
USER kakushi
VOLUME /data
# The bot leaves a sign of life beside its database every 15 seconds.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
    CMD ["python", "-m", "bot", "health"]
# `run`, for a sandbox on a container's own loopback could be opened by nobody.
CMD ["python", "-m", "bot", "run"]

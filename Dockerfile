FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml hatch_build.py README.md ./
COPY alembic ./alembic
COPY clients/typescript ./clients/typescript
COPY clients/verifier ./clients/verifier
COPY clients/web ./clients/web
COPY docs ./docs
COPY engines ./engines
COPY openapi ./openapi
COPY server ./server
RUN python -m pip wheel --no-cache-dir --disable-pip-version-check --no-deps --wheel-dir /dist .

FROM python:3.13-slim
RUN useradd --create-home --uid 10001 moirai && install -d -o moirai /data
WORKDIR /data

# Apart from Moirai itself, so that a changed page does not install all of it anew.
COPY pyproject.toml constraints.txt /needs/
RUN python -c "import tomllib; print(*tomllib.load(open('/needs/pyproject.toml', 'rb'))['project']['dependencies'], sep='\n')" > /needs/dependencies \
    && python -m pip install --no-cache-dir --disable-pip-version-check -c /needs/constraints.txt -r /needs/dependencies
COPY --from=build /dist /dist
RUN python -m pip install --no-cache-dir --disable-pip-version-check --no-deps /dist/*.whl

USER moirai
ENV MOIRAI_HOST=0.0.0.0 MOIRAI_PORT=8000 MOIRAI_DATABASE=sqlite:////data/moirai.db
VOLUME /data
EXPOSE 8000
# Without a proxy, whatever the environment says.
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s \
    CMD ["python", "-c", "import os, urllib.request as web; host = os.environ['MOIRAI_HOST']; here = {'0.0.0.0': '127.0.0.1', '::': '[::1]'}.get(host, host); web.build_opener(web.ProxyHandler({})).open(f'http://{here}:{os.environ[\"MOIRAI_PORT\"]}/healthz', timeout=4)"]
CMD ["moirai", "serve"]

FROM python:3.13-slim

RUN useradd --create-home --uid 10001 moirai && install -d -o moirai /data
WORKDIR /app

COPY pyproject.toml constraints.txt README.md ./
COPY alembic ./alembic
COPY clients/browser ./clients/browser
COPY docs ./docs
COPY engines ./engines
COPY server ./server
RUN python -m pip install --no-cache-dir --disable-pip-version-check -c constraints.txt .

USER moirai
ENV MOIRAI_HOST=0.0.0.0 MOIRAI_PORT=8000 MOIRAI_DATABASE=sqlite:////data/moirai.db
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f'http://127.0.0.1:{os.environ[\"MOIRAI_PORT\"]}/healthz', timeout=4)"]
CMD ["moirai", "serve"]

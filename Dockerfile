# The published package on the official image of Node:
#   docker build --tag resale .
#   docker run --rm --init --env RESALE_BASE_URL --env RESALE_CLIENT_ID --env RESALE_API_KEY resale listings list
# A volume at /home/node keeps profiles, runs and the feed's cache.
FROM node:24-slim
ARG VERSION=latest
# Without the keyring of a desktop, which a container lacks.
RUN npm install --global --omit=optional --no-audit --no-fund "resale@${VERSION}" && npm cache clean --force
USER node
WORKDIR /home/node
ENTRYPOINT ["resale"]

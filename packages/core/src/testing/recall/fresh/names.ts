/** Names of secrets as services, images and tools call them; every carrier writes them in the style of its syntax. */
import type { Words } from '../unseen/names.ts';

export const FRESH_NAMES: readonly Words[] =
  'snowflake password|neo4j password|kafka sasl password|truststore password|imap password|ftp password|grafana admin password|minio root password|minio secret key|influx token|slack signing secret|stripe webhook secret|nextauth secret|csrf secret|sentry auth token|cargo registry token|vercel token|netlify auth token|cloudflare api token|hcloud token|algolia admin key|elastic password|mongo initdb root password|postgres password|replication password|otp secret|recaptcha secret|turn secret|vapid private key|gpg passphrase|luks passphrase|vnc password|rcon password|sudo password|become password|ansible vault password|join token|consul http token|vault root token|unseal key|sync secret|hash secret|internal token|upload token|wordpress db password|mailgun api key|twilio auth token|datadog app key|restic password|exporter password'
    .split('|')
    .map((name): Words => name.split(' '));

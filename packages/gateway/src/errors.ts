import { errorsOf } from '@datacortex/errors'

export const gatewayError = errorsOf({
  GATEWAY_TOKEN_MISSING: {
    message: ({ host }: { host: string }) =>
      `${host} can be reached from other machines, so callers need a token; nothing listens.`,
    hint: 'Make one: datacortex token add NAME. Or serve on 127.0.0.1.',
  },
  GATEWAY_TOKEN_WEAK: {
    message: ({ characters, least }: { characters: number; least: number }) =>
      `The token has ${characters} characters and needs ${least}, without blanks; nothing listens.`,
    hint: 'Make one with `openssl rand -hex 32`.',
  },
  GATEWAY_ADDRESS_UNAVAILABLE: {
    message: ({ host, port, reason }: { host: string; port: number; reason: string }) =>
      `Nothing can listen on ${host} port ${port}: ${reason}.`,
    hint: 'Choose another port with --port (0 takes a free one), or another host.',
  },
  GATEWAY_CONNECTIONS_TOO_MANY: {
    message: ({ most }: { most: number }) =>
      `Your address has ${most} connections already; close some, or use one again.`,
  },
  GATEWAY_HEADERS_TOO_LARGE: {
    message: ({ headerBytes }: { headerBytes: number }) => `The headers are larger than ${headerBytes} bytes.`,
  },
  GATEWAY_REQUEST_TOO_SLOW: {
    message: ({ headersMs, requestMs }: { headersMs: number; requestMs: number }) =>
      `The request was not there in time: its headers have ${headersMs} ms, all of it ${requestMs} ms.`,
  },
  GATEWAY_REQUEST_INVALID: { message: 'This is no request of HTTP.' },
  GATEWAY_BODY_TOO_LARGE: {
    message: ({ bodyBytes }: { bodyBytes: number }) => `The body is larger than ${bodyBytes} bytes.`,
  },
  GATEWAY_FILE_REFUSED: {
    message: ({ name, reason }: { name: string; reason: string }) =>
      `The file ${name} of the message can't be taken: ${reason}.`,
  },
  GATEWAY_BODY_TOO_DEEP: {
    message: ({ bodyDepth }: { bodyDepth: number }) => `The body is nested deeper than ${bodyDepth}.`,
  },
  GATEWAY_LIMIT_INVALID: {
    message: ({ limit, value }: { limit: string; value: unknown; least: number }) =>
      `The limit ${limit} can't be ${String(value)}; nothing listens.`,
    hint: ({ least }) => `Give a whole number of ${least} or more.`,
    details: ({ limit, least }) => ({ limit, least }),
  },
  GATEWAY_HOST_INVALID: {
    message: ({ name }: { name: string; bare: string | undefined }) =>
      `No request has ${JSON.stringify(name)} in \`Host\`; nothing listens.`,
    hint: ({ bare }) => `Give the bare name, such as --allow-host ${bare ?? 'agents.example.org'}.`,
    details: ({ name }) => ({ name }),
  },
  GATEWAY_ORIGIN_INVALID: {
    message: ({ origin }: { origin: string; bare: string | undefined }) =>
      `No page has the origin ${JSON.stringify(origin)}; nothing listens.`,
    hint: ({ bare }) =>
      `Give scheme and name, and the port if it has one, such as --allow-origin ${bare ?? 'https://desk.example.org'}.`,
    details: ({ origin }) => ({ origin }),
  },
})

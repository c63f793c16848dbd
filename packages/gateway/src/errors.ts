import { type MakeError, errorsOf } from '@datacortex/errors'

export type GatewayErrors = {
  readonly GATEWAY_TOKEN_MISSING: { readonly host: string }
  readonly GATEWAY_TOKEN_WEAK: { readonly characters: number; readonly least: number }
  readonly GATEWAY_ADDRESS_UNAVAILABLE: { readonly host: string; readonly port: number; readonly reason: string }
  readonly GATEWAY_CONNECTIONS_TOO_MANY: { readonly most: number }
  readonly GATEWAY_HEADERS_TOO_LARGE: { readonly headerBytes: number }
  readonly GATEWAY_REQUEST_TOO_SLOW: { readonly headersMs: number; readonly requestMs: number }
  readonly GATEWAY_REQUEST_INVALID: Record<string, never>
  readonly GATEWAY_BODY_TOO_LARGE: { readonly bodyBytes: number }
  readonly GATEWAY_BODY_TOO_DEEP: { readonly bodyDepth: number }
  readonly GATEWAY_LIMIT_INVALID: { readonly limit: string; readonly value: unknown; readonly least: number }
  /** `bare`: the name inside of an address. */
  readonly GATEWAY_HOST_INVALID: { readonly name: string; readonly bare: string | undefined }
  /** `bare`: the origin inside of an address. */
  readonly GATEWAY_ORIGIN_INVALID: { readonly origin: string; readonly bare: string | undefined }
}

export const gatewayError: MakeError<GatewayErrors> = errorsOf<GatewayErrors>({
  GATEWAY_TOKEN_MISSING: {
    message: ({ host }) => `${host} can be reached from other machines, so callers need a token; nothing listens.`,
    hint: 'Make one: datacortex token add NAME. Or serve on 127.0.0.1.',
  },
  GATEWAY_TOKEN_WEAK: {
    message: ({ characters, least }) =>
      `The token has ${characters} characters and needs ${least}, without blanks; nothing listens.`,
    hint: 'Make one with `openssl rand -hex 32`.',
  },
  GATEWAY_ADDRESS_UNAVAILABLE: {
    message: ({ host, port, reason }) => `Nothing can listen on ${host} port ${port}: ${reason}.`,
    hint: 'Choose another port with --port (0 takes a free one), or another host.',
  },
  GATEWAY_CONNECTIONS_TOO_MANY: {
    message: ({ most }) => `Your address has ${most} connections already; close some, or use one again.`,
  },
  GATEWAY_HEADERS_TOO_LARGE: { message: ({ headerBytes }) => `The headers are larger than ${headerBytes} bytes.` },
  GATEWAY_REQUEST_TOO_SLOW: {
    message: ({ headersMs, requestMs }) =>
      `The request was not there in time: its headers have ${headersMs} ms, all of it ${requestMs} ms.`,
  },
  GATEWAY_REQUEST_INVALID: { message: 'This is no request of HTTP.' },
  GATEWAY_BODY_TOO_LARGE: { message: ({ bodyBytes }) => `The body is larger than ${bodyBytes} bytes.` },
  GATEWAY_BODY_TOO_DEEP: { message: ({ bodyDepth }) => `The body is nested deeper than ${bodyDepth}.` },
  GATEWAY_LIMIT_INVALID: {
    message: ({ limit, value }) => `The limit ${limit} can't be ${String(value)}; nothing listens.`,
    hint: ({ least }) => `Give a whole number of ${least} or more.`,
    details: ({ limit, least }) => ({ limit, least }),
  },
  GATEWAY_HOST_INVALID: {
    message: ({ name }) => `No request has ${JSON.stringify(name)} in \`Host\`; nothing listens.`,
    hint: ({ bare }) => `Give the bare name, such as --allow-host ${bare ?? 'agents.example.org'}.`,
    details: ({ name }) => ({ name }),
  },
  GATEWAY_ORIGIN_INVALID: {
    message: ({ origin }) => `No page has the origin ${JSON.stringify(origin)}; nothing listens.`,
    hint: ({ bare }) =>
      `Give scheme and name, and the port if it has one, such as --allow-origin ${bare ?? 'https://desk.example.org'}.`,
    details: ({ origin }) => ({ origin }),
  },
})

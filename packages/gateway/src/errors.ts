import { type MakeError, errorsOf } from '@datacortex/errors'

export type GatewayErrors = {
  readonly GATEWAY_TOKEN_MISSING: { readonly host: string }
  readonly GATEWAY_TOKEN_WEAK: { readonly characters: number; readonly least: number }
  readonly GATEWAY_ADDRESS_UNAVAILABLE: { readonly host: string; readonly port: number; readonly reason: string }
  readonly GATEWAY_LIMIT_INVALID: { readonly limit: string; readonly value: unknown; readonly least: number }
  /** `bare`: the name inside of an address. */
  readonly GATEWAY_HOST_INVALID: { readonly name: string; readonly bare: string | undefined }
  /** `bare`: the origin inside of an address. */
  readonly GATEWAY_ORIGIN_INVALID: { readonly origin: string; readonly bare: string | undefined }
}

export const gatewayError: MakeError<GatewayErrors> = errorsOf<GatewayErrors>({
  GATEWAY_TOKEN_MISSING: {
    message: ({ host }) => `${host} can be reached from other machines, so callers need a token; nothing listens.`,
    hint: 'Put a long random text into .datacore/env/DATACORTEX_SERVER_TOKEN, or serve on 127.0.0.1.',
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

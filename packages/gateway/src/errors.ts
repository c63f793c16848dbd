import { CodedError } from '@datacortex/errors'

/** The server was to be reached from other machines without a token. Nothing listens. */
export class GatewayTokenMissingError extends CodedError {
  constructor({ host }: { host: string }) {
    super(
      'GATEWAY_TOKEN_MISSING',
      `${host} can be reached from other machines, so callers need a token; nothing listens.`,
      {
        hint: 'Put a long random text into .datacore/env/DATACORTEX_SERVER_TOKEN, or serve on 127.0.0.1.',
        details: { host },
      },
    )
  }
}

/** A token that can be guessed. Nothing listens. */
export class GatewayTokenWeakError extends CodedError {
  constructor({ characters, least }: { characters: number; least: number }) {
    super(
      'GATEWAY_TOKEN_WEAK',
      `The token has ${characters} characters and needs ${least}, without blanks; nothing listens.`,
      {
        hint: 'Make one with `openssl rand -hex 32`.',
        details: { characters, least },
      },
    )
  }
}

/** The address can't be listened on. */
export class GatewayAddressUnavailableError extends CodedError {
  constructor({ host, port, reason, cause }: { host: string; port: number; reason: string; cause?: unknown }) {
    super('GATEWAY_ADDRESS_UNAVAILABLE', `Nothing can listen on ${host} port ${port}: ${reason}.`, {
      hint: 'Choose another port with --port (0 takes a free one), or another host.',
      details: { host, port, reason },
      cause,
    })
  }
}

/** A limit of the server that is no whole number, or too small. Nothing listens. */
export class GatewayLimitInvalidError extends CodedError {
  constructor({ limit, value, least }: { limit: string; value: unknown; least: number }) {
    super('GATEWAY_LIMIT_INVALID', `The limit ${limit} can't be ${String(value)}; nothing listens.`, {
      hint: `Give a whole number of ${least} or more.`,
      details: { limit, least },
    })
  }
}

/** A further name for `Host` that no request could have there. Nothing listens. */
export class GatewayHostInvalidError extends CodedError {
  /** @param facts - `bare`: the name inside of an address. */
  constructor({ name, bare }: { name: string; bare: string | undefined }) {
    super('GATEWAY_HOST_INVALID', `No request has ${JSON.stringify(name)} in \`Host\`; nothing listens.`, {
      hint: `Give the bare name, such as --allow-host ${bare ?? 'agents.example.org'}.`,
      details: { name },
    })
  }
}

/** An origin that no page could have. Nothing listens. */
export class GatewayOriginInvalidError extends CodedError {
  /** @param facts - `bare`: the origin inside of an address. */
  constructor({ origin, bare }: { origin: string; bare: string | undefined }) {
    super('GATEWAY_ORIGIN_INVALID', `No page has the origin ${JSON.stringify(origin)}; nothing listens.`, {
      hint: `Give scheme and name, and the port if it has one, such as --allow-origin ${bare ?? 'https://desk.example.org'}.`,
      details: { origin },
    })
  }
}

import { CodedError } from '@datacortex/errors'
import { shellWord } from '@datacortex/platform'

/** The address under which agents are to be published is no usable base address. */
export class BaseUrlInvalidError extends CodedError {
  constructor({ url, reason, cause }: { url: string; reason: string; cause?: unknown }) {
    super('EXPORT_BASE_URL_INVALID', `${JSON.stringify(url)} can't be the address of published agents: ${reason}.`, {
      hint: 'Give an absolute https address without user, query and fragment, such as https://agents.example.org/.',
      details: { url, reason },
      cause,
    })
  }
}

/** An agent's id can't be part of an address, a file name and a URN. */
export class AgentIdUnpublishableError extends CodedError {
  constructor({ id, reason }: { id: string; reason: string }) {
    super('EXPORT_AGENT_ID_UNPUBLISHABLE', `The agent ${JSON.stringify(id)} can't be published: ${reason}.`, {
      hint: 'Rename its key in agents.yaml: letters, digits, ".", "_" and "-", beginning with a letter or digit.',
      details: { id, reason },
    })
  }
}

/** No agent is left that could be published. Nothing was written. */
export class NothingToPublishError extends CodedError {
  constructor({ reasons }: { reasons: readonly string[] }) {
    super(
      'EXPORT_NOTHING_TO_PUBLISH',
      reasons.length === 0
        ? 'The registry has no agent to publish. Nothing was written.'
        : `No agent is left to publish: ${reasons.slice(0, 5).join('; ')}${reasons.length > 5 ? ` and ${reasons.length - 5} more` : ''}. Nothing was written.`,
      { hint: '`datacortex agent list` shows what is there.', details: { reasons } },
    )
  }
}

/** A file for a signing key is there already. It was not touched. */
export class SigningKeyExistsError extends CodedError {
  constructor({ file }: { file: string }) {
    super('EXPORT_SIGNING_KEY_EXISTS', `${file} exists already. It was not touched.`, {
      hint: 'Choose another file, or sign with the key that is there.',
      details: { file },
    })
  }
}

/** A file holds no private key that cards can be signed with. */
export class SigningKeyInvalidError extends CodedError {
  // No cause: what a parser says may quote the key.
  constructor({ file, reason }: { file: string; reason: string }) {
    super('EXPORT_SIGNING_KEY_INVALID', `${file} holds no key to sign cards with: ${reason}.`, {
      hint: 'Give the file of a private JWK of P-256 or Ed25519, as `datacortex export key FILE` makes it.',
      details: { file, reason },
    })
  }
}

/** A private key may be read by others on this machine. */
export class SigningKeyExposedError extends CodedError {
  constructor({ file, mode }: { file: string; mode: string }) {
    super('EXPORT_SIGNING_KEY_EXPOSED', `${file} may be read by others (mode ${mode}). It was not used.`, {
      hint: `chmod 600 ${shellWord(file)}   and, if others had access to it, make a new key.`,
      details: { file, mode },
    })
  }
}

/** The published list of public keys can't be read, so the keys of other agents can't be kept. Nothing was written. */
export class PublishedKeysInvalidError extends CodedError {
  constructor({ file, reason, cause }: { file: string; reason: string; cause?: unknown }) {
    super(
      'EXPORT_PUBLISHED_KEYS_INVALID',
      `${file} should hold the public keys of other agents and can't be used: ${reason}. Nothing was written.`,
      {
        hint: 'Bring back the list as it was, or export all agents: that signs each card anew and needs no other keys.',
        details: { file, reason },
        cause,
      },
    )
  }
}

/** A value can't be written as canonical JSON. */
export class NotCanonicalError extends CodedError {
  constructor({ reason, cause }: { reason: string; cause?: unknown }) {
    super('EXPORT_NOT_CANONICAL', `This can't be written as canonical JSON: ${reason}.`, {
      hint: 'Take out what JSON has no form for: lone surrogates, NaN, Infinity, circles.',
      details: { reason },
      cause,
    })
  }
}

/** A registration file is too large for the kind of address it is to have. */
export class RegistrationTooLargeError extends CodedError {
  constructor({ scheme, sizeBytes, maxBytes }: { scheme: 'data' | 'ipfs'; sizeBytes: number; maxBytes: number }) {
    super(
      'EXPORT_REGISTRATION_TOO_LARGE',
      `The registration file has ${sizeBytes} bytes, the most for ${scheme === 'data' ? 'a data URI' : 'an IPFS address computed here'} is ${maxBytes}.`,
      {
        hint:
          scheme === 'data'
            ? 'Shorten the description, or publish the file under https or ipfs: a larger data URI fits into no transaction.'
            : 'Shorten the description, or publish the file under https.',
        details: { scheme, sizeBytes, maxBytes },
      },
    )
  }
}

/** A data URI holds no JSON within the limit. */
export class DataUriInvalidError extends CodedError {
  constructor({ uri, reason, cause }: { uri: string; reason: string; cause?: unknown }) {
    const shown = uri.length > 60 ? `${uri.slice(0, 60)}…` : uri
    super('EXPORT_DATA_URI_INVALID', `${JSON.stringify(shown)} holds no registration file: ${reason}.`, {
      hint: 'The form is data:application/json;base64,… with at most 256 KiB of JSON.',
      details: { reason },
      cause,
    })
  }
}

/** A file is no keystore that can be read. */
export class KeystoreInvalidError extends CodedError {
  constructor({ file, reason }: { file: string; reason: string }) {
    super('EXPORT_KEYSTORE_INVALID', `${file} is no usable keystore: ${reason}.`, {
      hint: 'Give a Web3 Secret Storage file of version 3, as `datacortex keystore new` and `cast wallet` write it.',
      details: { file, reason },
    })
  }
}

/** No keystore of that name. */
export class KeystoreNotFoundError extends CodedError {
  constructor({ name, places }: { name: string; places: readonly string[] }) {
    super('EXPORT_KEYSTORE_NOT_FOUND', `There is no keystore ${JSON.stringify(name)}: none at ${places.join(', ')}.`, {
      hint: 'Make one with `datacortex keystore new`; `datacortex keystore list` shows what there is.',
      details: { name, places },
    })
  }
}

/** A keystore would be written over. */
export class KeystoreExistsError extends CodedError {
  constructor({ file }: { file: string }) {
    super(
      'EXPORT_KEYSTORE_EXISTS',
      `${file} is there already and stays as it is: writing over it would lose its key.`,
      {
        hint: 'Name another file with --file.',
        details: { file },
      },
    )
  }
}

/** A passphrase does not open its keystore. */
export class PassphraseWrongError extends CodedError {
  constructor({ file }: { file: string }) {
    super(
      'EXPORT_PASSPHRASE_WRONG',
      `The passphrase does not open ${file}, or the file is damaged. Nothing was done.`,
      {
        hint: 'Try again; without the passphrase nobody can open the file.',
        details: { file },
      },
    )
  }
}

/** A passphrase or key can't be had. */
export class SecretUnavailableError extends CodedError {
  constructor({ what, reason, hint }: { what: string; reason: string; hint?: string | undefined }) {
    super('EXPORT_SECRET_UNAVAILABLE', `${what} can't be had: ${reason}.`, {
      hint:
        hint ??
        'Run it in a terminal, or give a file that only you may read with --passphrase-file or --key-file, or a descriptor with -fd.',
      details: { what },
    })
  }
}

/** What should be a private key is none. It is never repeated. */
export class PrivateKeyInvalidError extends CodedError {
  constructor({ origin }: { origin: string }) {
    super('EXPORT_PRIVATE_KEY_INVALID', `${origin} is no private key.`, {
      hint: 'A private key has 64 hexadecimal digits, with or without 0x before them.',
    })
  }
}

/** The environment holds a key, and nobody allowed to use it. */
export class EnvironmentKeyRefusedError extends CodedError {
  constructor({ name, isSet }: { name: string; isSet: boolean }) {
    super('EXPORT_ENV_KEY_REFUSED', isSet ? `${name} is set, but was not allowed.` : `${name} is not set.`, {
      hint: isSet
        ? `Keep keys in a keystore (\`datacortex keystore import\`), or allow it with --allow-env-key.`
        : `Set ${name}, or leave --allow-env-key out and use a keystore.`,
    })
  }
}

/** The chain on this machine can't be started. */
export class LocalChainFailedError extends CodedError {
  constructor({ reason }: { reason: string }) {
    super('EXPORT_LOCAL_CHAIN_FAILED', `The local chain can't be started: ${reason}.`, {
      hint: 'Check that @foundry-rs/anvil is installed with its optional packages, and that the port is free.',
    })
  }
}

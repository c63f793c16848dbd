import { errorsOf } from '@datacortex/errors'
import { shellWord } from '@datacortex/platform'

/** Makes the errors of publishing and keys. */
export const exportError = errorsOf({
  EXPORT_BASE_URL_INVALID: {
    message: ({ url, reason }: { url: string; reason: string }) =>
      `${JSON.stringify(url)} can't be the address of published agents: ${reason}.`,
    hint: 'Give an absolute https address without user, query and fragment, such as https://agents.example.org/.',
  },
  EXPORT_AGENT_ID_UNPUBLISHABLE: {
    message: ({ id, reason }: { id: string; reason: string }) =>
      `The agent ${JSON.stringify(id)} can't be published: ${reason}.`,
    hint: 'Rename its key in agents.yaml: letters, digits, ".", "_" and "-", beginning with a letter or digit.',
  },
  EXPORT_NOTHING_TO_PUBLISH: {
    message: ({ reasons }: { reasons: readonly string[] }) =>
      reasons.length === 0
        ? 'The registry has no agent to publish. Nothing was written.'
        : `No agent is left to publish. ${reasons.slice(0, 5).join(' ')}${reasons.length > 5 ? ` And ${reasons.length - 5} more.` : ''} Nothing was written.`,
    hint: '`datacortex list` shows what is there.',
  },
  EXPORT_SIGNING_KEY_EXISTS: {
    message: ({ file }: { file: string }) => `${file} exists already. It was not touched.`,
    hint: 'Choose another file, or sign with the key that is there.',
  },
  EXPORT_SIGNING_KEY_INVALID: {
    // Made without cause: what a parser says may quote the key.
    message: ({ file, reason }: { file: string; reason: string }) =>
      `${file} holds no key to sign cards with: ${reason}.`,
    hint: 'Give the file of a private JWK of P-256 or Ed25519, as `datacortex export key FILE` makes it.',
  },
  EXPORT_SIGNING_KEY_EXPOSED: {
    message: ({ file, mode }: { file: string; mode: string }) =>
      `${file} may be read by others (mode ${mode}). It was not used.`,
    hint: ({ file }) => `chmod 600 ${shellWord(file)}   and, if others had access to it, make a new key.`,
  },
  EXPORT_PUBLISHED_KEYS_INVALID: {
    message: ({ file, reason }: { file: string; reason: string }) =>
      `${file} should hold the public keys of other agents and can't be used: ${reason}. Nothing was written.`,
    hint: 'Bring back the list as it was, or export all agents: that signs each card anew and needs no other keys.',
  },
  EXPORT_NOT_CANONICAL: {
    message: ({ reason }: { reason: string }) => `This can't be written as canonical JSON: ${reason}.`,
    hint: 'Take out what JSON has no form for: lone surrogates, NaN, Infinity, circles.',
  },
  EXPORT_REGISTRATION_TOO_LARGE: {
    message: ({ scheme, sizeBytes, maxBytes }: { scheme: 'data' | 'ipfs'; sizeBytes: number; maxBytes: number }) =>
      `The registration file has ${sizeBytes} bytes, the most for ${scheme === 'data' ? 'a data URI' : 'an IPFS address computed here'} is ${maxBytes}.`,
    hint: ({ scheme }) =>
      scheme === 'data'
        ? 'Shorten the description, or publish the file under https or ipfs: a larger data URI fits into no transaction.'
        : 'Shorten the description, or publish the file under https.',
  },
  EXPORT_DATA_URI_INVALID: {
    message: ({ uri, reason }: { uri: string; reason: string }) => {
      const shown = uri.length > 60 ? `${uri.slice(0, 60)}…` : uri
      return `${JSON.stringify(shown)} holds no registration file: ${reason}.`
    },
    hint: 'The form is data:application/json;base64,… with at most 256 KiB of JSON.',
    details: ({ reason }) => ({ reason }),
  },
  EXPORT_KEYSTORE_INVALID: {
    message: ({ file, reason }: { file: string; reason: string }) => `${file} is no usable keystore: ${reason}.`,
    hint: 'Give a Web3 Secret Storage file of version 3, as `datacortex keystore new` and `cast wallet` write it.',
  },
  EXPORT_KEYSTORE_NOT_FOUND: {
    message: ({ name, places }: { name: string; places: readonly string[] }) =>
      `There is no keystore ${JSON.stringify(name)}: none at ${places.join(', ')}.`,
    hint: 'Make one with `datacortex keystore new`, for Nostr with `--kind nostr`; `datacortex keystore list` shows what there is.',
  },
  EXPORT_KEYSTORE_EXISTS: {
    message: ({ file }: { file: string }) =>
      `${file} is there already and stays as it is: writing over it would lose its key.`,
    hint: 'Name another file with --file.',
  },
  EXPORT_BUNKER_FAILED: {
    message: ({ pubkey, reason }: { pubkey: string; reason: string }) =>
      `The signer of the key ${pubkey.slice(0, 8)}… did not sign: ${reason}.`,
    hint: 'Open it, allow this program, and run the command again: nothing is signed twice.',
  },
  EXPORT_PASSPHRASE_WRONG: {
    message: ({ file }: { file: string }) =>
      `The passphrase does not open ${file}, or the file is damaged. Nothing was done.`,
    hint: 'Try again; without the passphrase nobody can open the file.',
  },
  EXPORT_SECRET_UNAVAILABLE: {
    message: ({ what, reason }: { what: string; reason: string; hint?: string | undefined }) =>
      `${what} can't be had: ${reason}.`,
    hint: ({ hint }) =>
      hint ??
      'Run it in a terminal, or give a file that only you may read with --passphrase-file or --key-file, or a descriptor with -fd.',
    details: ({ what }) => ({ what }),
  },
  EXPORT_PRIVATE_KEY_INVALID: {
    // What was given is never repeated.
    message: ({ origin }: { origin: string }) => `${origin} is no private key.`,
    hint: 'A private key has 64 hexadecimal digits, with or without 0x before them.',
    details: () => ({}),
  },
  EXPORT_SIGNED_OTHER: {
    message: ({ reason }: { reason: string }) => `What was signed elsewhere is not sent: ${reason}.`,
    hint: 'Look at the difference again, and sign what it shows then.',
  },
  EXPORT_ENV_KEY_REFUSED: {
    message: ({ name, isSet }: { name: string; isSet: boolean }) =>
      isSet ? `${name} is set, but was not allowed.` : `${name} is not set.`,
    hint: ({ name, isSet }) =>
      isSet
        ? `Keep keys in a keystore (\`datacortex keystore import\`), or allow it with --allow-env-key.`
        : `Set ${name}, or leave --allow-env-key out and use a keystore.`,
    details: () => ({}),
  },
  EXPORT_LOCAL_CHAIN_FAILED: {
    message: ({ reason }: { reason: string }) => `The local chain can't be started: ${reason}.`,
    hint: 'Check that @foundry-rs/anvil is installed with its optional packages, and that the port is free.',
    details: () => ({}),
  },
})

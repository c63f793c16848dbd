import { entries } from '../operation.ts'

const reason = 'Keys are a matter of the user of this machine only, and passphrases are no input.'
const usual = { right: 'manage', notAt: { mcp: reason, http: reason } } as const

export const keyOperations = entries({
  'keys.new': {
    ...usual,
    command: 'keystore new',
    tool: 'make_keystore',
    title: 'Make a key',
    description: 'Makes the key of an account, in an encrypted file.',
    load: async () => (await import('./keystores.ts')).makeKeystore,
  },
  'keys.import': {
    ...usual,
    command: 'keystore import',
    tool: 'import_keystore',
    title: 'Take in a key',
    description: 'Takes in a raw key or another keystore, in an encrypted file.',
    load: async () => (await import('./keystores.ts')).importKey,
  },
  'keys.list': {
    ...usual,
    command: 'keystore list',
    tool: 'list_keystores',
    title: 'List keys',
    description: 'The keystores of the space and of Foundry.',
    isReadOnly: true,
    load: async () => (await import('./keystores.ts')).listKeystores,
  },
  'keys.address': {
    ...usual,
    command: 'keystore address',
    tool: 'show_key_address',
    title: 'Whose key it is',
    description: 'The address of the account whose key a keystore holds.',
    isReadOnly: true,
    load: async () => (await import('./keystores.ts')).keystoreAddress,
  },
})

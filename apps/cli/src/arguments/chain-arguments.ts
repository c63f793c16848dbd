import type { InputOf, OperationName } from '@datacortex/space'
import { type Given, asked } from './asked.ts'
import { type ContentArguments, fileContent } from './file-content.ts'
import type { SecretArguments } from './secrets-of.ts'

type ChainOperation = Extract<OperationName, `chain.${string}`>

/** Options of a command that speaks to a chain: the fields of its operation, and where its secrets come from. */
export type ChainGiven<Name extends ChainOperation> = Omit<Given<Name>, 'mcp'> &
  ContentArguments &
  SecretArguments & { readonly rpc?: string | undefined; readonly signerRpc?: string | undefined }

/** What the operation is asked: no secrets, and the addresses of the environment, since these may hold keys. */
export function chainAsked<Name extends ChainOperation>(
  { passphraseFd: _fd, passphraseFile: _file, allowEnvKey: _env, mcpUrl, mcpVersion, ...fields }: ChainGiven<Name>,
  { sends = false } = {},
): InputOf<Name> {
  const { DATACORTEX_RPC_URL: chain, DATACORTEX_SIGNER_RPC_URL: signer } = process.env
  const { mcp } = fileContent({ mcpUrl, mcpVersion })
  return asked({
    ...fields,
    rpc: fields.rpc ?? (chain || undefined),
    ...(sends ? { signerRpc: fields.signerRpc ?? (signer || undefined) } : {}),
    ...(mcp === undefined ? {} : { mcp }),
  } as unknown as Given<Name>)
}

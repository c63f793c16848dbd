import type { InputOf, OperationName } from '@datacortex/space'
import { type Given, asked } from './asked.ts'
import { type ContentArguments, mcpAsked } from './file-content.ts'
import type { SecretArguments } from './secrets-of.ts'

type ChainOperation = Extract<OperationName, `chain.${string}`>

/** Options of a command that speaks to a chain: the fields of its operation, and where its secrets come from. */
export type ChainGiven<Name extends ChainOperation> = Omit<Given<Name>, 'mcp'> &
  ContentArguments &
  SecretArguments & { readonly rpc?: string | undefined; readonly signerRpc?: string | undefined }

/** What the operation is asked: no secrets, and the addresses of the environment, since these may hold keys. */
export function chainAsked<Name extends ChainOperation>({
  passphraseFd: _fd,
  passphraseFile: _file,
  allowEnvKey: _env,
  mcpUrl,
  mcpVersion,
  ...fields
}: ChainGiven<Name>): InputOf<Name> {
  const { DATACORTEX_RPC_URL: chain } = process.env
  return asked({
    ...fields,
    rpc: fields.rpc ?? (chain || undefined),
    ...mcpAsked({ mcpUrl, mcpVersion }),
  } as unknown as Given<Name>)
}

/** The same of one that signs, with the signer of the environment. */
export function sendingAsked<Name extends ChainOperation>(given: ChainGiven<Name>): InputOf<Name> {
  const { DATACORTEX_SIGNER_RPC_URL: signer } = process.env
  return chainAsked({ ...given, signerRpc: given.signerRpc ?? (signer || undefined) })
}

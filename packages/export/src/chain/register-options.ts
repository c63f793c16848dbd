import type { Catalogue } from '@datacortex/modules'
import type { AgentFileOptions } from './identities/agent-file.ts'
import type { SendOptions } from './send/session.ts'

/** Which agents, with what files, and how anything is sent. */
export type RegisterOptions = SendOptions &
  AgentFileOptions & {
    /** Ids or aliases of agents; at least one. */
    readonly ids: readonly string[]
    /** Read from the space if absent. */
    readonly catalogue?: Pick<Catalogue, 'registry'> | undefined
    /** The program's own modules, for reading the space. */
    readonly bundledDirectory?: string | undefined
    /** First block of the search for identities that no file knows; the chain's first if absent. */
    readonly fromBlock?: number | undefined
    /** Identities of the account that nobody recorded are none of these agents. */
    readonly acceptUnknown?: boolean | undefined
    /** Folder for the registration files, as `export erc8004` writes them; none are written if absent. */
    readonly out?: string | undefined
  }

import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import type { Agent0, OpenAgent0 } from './agent0-sdk.ts'
import type { Comparison } from './comparison.ts'
import type { Datacortex } from './processes.ts'

/** A local chain, a served space, and both programs. */
export type Setting = {
  readonly root: string
  readonly datacortex: Datacortex
  readonly rpc: string
  readonly chainId: number
  readonly identity: string
  /** Base address of the served space. */
  readonly url: string
  /** What `chain …` needs to find all that. */
  readonly where: readonly string[]
  readonly account: (index: number) => Account
  /** agent0-sdk that signs for an account. */
  readonly agent0: (index: number) => Agent0
  readonly compare: (comparison: Comparison) => void
}

/** An account of anvil, whose key everybody knows. */
export type Account = { readonly address: string; readonly key: string }

type Parts = {
  readonly root: string
  readonly datacortex: Datacortex
  readonly openAgent0: OpenAgent0
  /** What `chain dev` and `serve` said. */
  readonly chain: Readonly<Record<string, unknown>>
  readonly url: string
  readonly compare: Setting['compare']
}

/** Puts together what the comparisons need. */
export function setting({ root, datacortex, openAgent0, chain, url, compare }: Parts): Setting {
  const [rpc, identity, reputation] = [String(chain['rpc']), String(chain['identity']), String(chain['reputation'])]
  const chainId = Number(chain['chain_id'])
  return {
    root,
    datacortex,
    rpc,
    chainId,
    identity,
    url,
    where: ['--rpc', rpc, '--url', url],
    account,
    agent0: (index) =>
      openAgent0({
        chainId,
        rpcUrl: rpc,
        privateKey: account(index).key,
        registryOverrides: { [chainId]: { IDENTITY: identity, REPUTATION: reputation } },
      }),
    compare,
  }
}

/** Writes the agents of the space, and a runner that answers with its task. */
export async function writeAgents(root: string): Promise<void> {
  await writeFile(join(root, '.datacore/registry/agents.yaml'), agentsText)
  await appendFile(
    join(root, '.datacore/settings.yaml'),
    '\nrunners:\n  default: echo\n  echo: {plugin: runner-command, command: [cat]}\n',
  )
}

function account(addressIndex: number): Account {
  const found = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex })
  return { address: found.address, key: toHex(found.getHdKey().privateKey ?? new Uint8Array()) }
}

const agentsText = `version: 1.0.0
agents:
  writer:
    name: Writer
    description: Writes short and plain texts – also “quoted” and in 日本語 – for people who have little time.
    version: 1.0.0
    skills: [{id: write, name: Writing, description: Writes texts, tags: [text]}]
    payment: {protocol: x402, currency: USDC, pricing: {write: '0.01'}}
    x-erc8004: {image: 'https://example.org/writer.png', active: true, services: [{name: ENS, endpoint: writer.eth, version: v1}]}
    x-oasf: {skills: [natural_language_processing/text_generation]}
  reader:
    name: Reader
    description: Reads long documents aloud and tells in a few words what each of them is about.
    version: 1.0.0
    skills: [{id: read, name: Reading, description: Reads texts, tags: [text]}]
  painter:
    name: Painter
    description: Paints pictures of landscapes and of people after a description in plain words.
    version: 1.0.0
    skills: [{id: paint, name: Painting, description: Paints pictures, tags: [image]}]
  singer:
    name: Singer
    description: Sings songs of any language after a sheet of music or after a recording of others.
    version: 1.0.0
    skills: [{id: sing, name: Singing, description: Sings songs, tags: [sound]}]
`

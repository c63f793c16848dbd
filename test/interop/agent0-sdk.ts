import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runProgram } from './processes.ts'

/** The version that is the measure. */
export const agent0Version = '1.7.1'

/** What agent0-sdk keeps of a registration file; of `services` only type, address and version. */
export type Agent0File = {
  readonly agentId?: string
  readonly agentURI?: string
  readonly name: string
  readonly description: string
  readonly image?: string
  readonly endpoints: readonly { readonly type: string; readonly value: string; readonly meta?: object }[]
  readonly trustModels: readonly string[]
  readonly active: boolean
  readonly x402support: boolean
}

/** A transaction that was sent. */
export type Sent<T> = { waitMined(): Promise<{ readonly result: T }> }

/** The parts of its `Agent` that are used here. */
export type Agent0Agent = {
  readonly agentId?: string
  getRegistrationFile(): Agent0File
  getWallet(): Promise<string | undefined>
  setA2A(card: string, version: string, autoFetch: boolean): Promise<unknown>
  setActive(active: boolean): unknown
  setWallet(wallet: string, options: { readonly newWalletPrivateKey: string }): Promise<Sent<unknown> | undefined>
  registerHTTP(uri: string): Promise<Sent<Agent0File>>
  registerOnChain(): Promise<Sent<Agent0File>>
  transfer(owner: string): Promise<Sent<unknown>>
}

/** The parts of its `SDK` that are used here; all of them speak to the chain alone. */
export type Agent0 = {
  createAgent(name: string, description: string, image?: string): Agent0Agent
  loadAgent(agentId: string): Promise<Agent0Agent>
  getAgentOwner(agentId: string): Promise<string>
  giveFeedback(agentId: string, value: number, tag1: string): Promise<Sent<unknown>>
  getFeedback(
    agentId: string,
    client: string,
    index: number,
  ): Promise<{ readonly value: number; readonly tags: readonly string[]; readonly isRevoked: boolean }>
  getReputationSummary(agentId: string, tag1: string): Promise<object>
}

/** Settings of its `SDK`. */
export type Agent0Config = {
  readonly chainId: number
  readonly rpcUrl: string
  readonly privateKey: string
  readonly registryOverrides: Readonly<Record<number, { readonly IDENTITY: string; readonly REPUTATION: string }>>
}

/** Makes an SDK for one account. */
export type OpenAgent0 = (config: Agent0Config) => Agent0

/**
 * Installs the stock agent0-sdk into a folder of its own, without the install scripts of what it brings along.
 *
 * @param folder - An installation that is there already is used as it is.
 * @throws Error if another version is there.
 */
export async function installAgent0(folder: string): Promise<OpenAgent0> {
  await mkdir(folder, { recursive: true })
  const manifest = join(folder, 'node_modules/agent0-sdk/package.json')
  let text = await readFile(manifest, 'utf8').catch(() => undefined)
  if (text === undefined) {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--prefix', folder]
    await runProgram(['npm', 'install', ...flags, `agent0-sdk@${agent0Version}`], folder)
    text = await readFile(manifest, 'utf8')
  }
  const { version } = JSON.parse(text) as { readonly version: string }
  if (version !== agent0Version) throw new Error(`agent0-sdk is ${version}, not ${agent0Version}`)
  const entry = createRequire(join(folder, 'package.json')).resolve('agent0-sdk')
  const { SDK } = (await import(pathToFileURL(entry).href)) as { readonly SDK: new (config: Agent0Config) => Agent0 }
  return (config) => new SDK(config)
}

import type { ChainReport } from '../chain-report.ts'
import type { LocalChain } from '../local/start-local-chain.ts'
import { startFaultyRpc } from './faulty-rpc.ts'

/** Runs a command that is interrupted after its transaction was signed and before the node gets it. */
export async function interruptedRun(
  chain: LocalChain,
  run: (how: { readonly rpc: string; readonly confirm: true; readonly signal: AbortSignal }) => Promise<ChainReport>,
): Promise<unknown> {
  const controller = new AbortController()
  const proxy = await startFaultyRpc(chain.rpc, ({ method }) => {
    if (method !== 'eth_sendRawTransaction') return 'pass'
    controller.abort()
    return 'drop'
  })
  try {
    await run({ rpc: proxy.url, confirm: true, signal: controller.signal })
    throw new Error('it was not interrupted')
  } catch (error) {
    return error
  } finally {
    await proxy.close()
  }
}

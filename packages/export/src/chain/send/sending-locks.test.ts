import { expect, test, vi } from 'vitest'
import { chainSpace } from '../__fixtures__/chain-space.ts'
import { connectChain } from '../connect/connect-chain.ts'
import { startLocalChain } from '../local/start-local-chain.ts'
import { withSendingLocks } from './while-sending.ts'

test('two spaces send for one account one after the other, also to different registries', async () => {
  await using local = await startLocalChain()
  const [paths, other] = [await chainSpace(['a']), await chainSpace(['a'])]
  const chain = await connectChain({ rpc: local.rpc })
  const elsewhere = await connectChain({ rpc: local.rpc, identity: local.validation })
  const [address = '0x', stranger = '0x'] = local.accounts
  const sender = { chain, signer: { address }, timeoutMs: 1000, signal: undefined }
  await withSendingLocks({ ...sender, paths }, async () => {
    const stop = new AbortController()
    const listening = vi.spyOn(stop.signal, 'addEventListener')
    const waiting = { ...sender, paths: other, chain: elsewhere, signal: stop.signal }
    const sending = withSendingLocks(waiting, async () => 'sent')
    await expect.poll(() => listening.mock.calls.length).toBeGreaterThan(0)
    stop.abort(new Error('enough'))
    await expect(sending).rejects.toThrow('enough')
    const free = { ...waiting, signer: { address: stranger }, signal: undefined }
    expect(await withSendingLocks(free, async () => 'sent')).toBe('sent')
  })
})

import { expect, test } from 'vitest'
import { chainSpace } from '../__fixtures__/chain-space.ts'
import { connectChain } from '../connect/connect-chain.ts'
import { startLocalChain } from '../local/start-local-chain.ts'
import { withSendingLocks } from './sending-locks.ts'

test('two spaces send for one account one after the other, also to different registries', async () => {
  await using local = await startLocalChain()
  const [paths, other] = [await chainSpace(['a']), await chainSpace(['a'])]
  const chain = await connectChain({ rpc: local.rpc })
  const elsewhere = await connectChain({ rpc: local.rpc, identity: local.validation })
  const [address = '0x', stranger = '0x'] = local.accounts
  const sender = { chain, signer: { address }, timeoutMs: 1000, signal: undefined }
  await withSendingLocks({ ...sender, paths }, async () => {
    const waiting = { ...sender, paths: other, chain: elsewhere, signal: AbortSignal.timeout(300) }
    await expect(withSendingLocks(waiting, async () => 'sent')).rejects.toMatchObject({ name: 'TimeoutError' })
    const free = { ...waiting, signer: { address: stranger }, signal: undefined }
    expect(await withSendingLocks(free, async () => 'sent')).toBe('sent')
  })
})

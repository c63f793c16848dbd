import { spawn } from 'node:child_process'
import { type Socket, createServer } from 'node:net'

// A process of `network-disk.test.ts`: the line to a server of files by SFTP. It says its port, and is told at which requests it
// is cut. A process of its own, as one that waits for a file can't serve it.
const [server = ''] = process.argv.slice(2)
let cutsAtRename = false
process.on('message', (wanted: boolean) => {
  cutsAtRename = wanted
  process.send?.(wanted)
})

function serve(socket: Socket): void {
  const child = spawn(server, { stdio: ['pipe', 'pipe', 'ignore'] })
  const cut = (): void => {
    socket.destroy()
    child.kill()
  }
  let pending = Buffer.alloc(0)
  socket.on('data', (data) => {
    pending = Buffer.concat([pending, data])
    // Packets are their length, their type and their content (draft-ietf-secsh-filexfer-02, section 3).
    while (pending.length > 4 && pending.length >= 4 + pending.readUInt32BE(0)) {
      const packet = pending.subarray(0, 4 + pending.readUInt32BE(0))
      pending = pending.subarray(packet.length)
      const isRename = packet[4] === 18 || packet.subarray(0, 60).includes('posix-rename')
      if (cutsAtRename && isRename) return cut()
      child.stdin.write(packet)
    }
  })
  child.stdout.on('data', (data: Buffer) => socket.write(data))
  for (const stream of [socket, child.stdin, child]) stream.on('error', cut)
  socket.on('close', cut)
}

const line = createServer(serve).listen(0, '127.0.0.1', () => {
  const address = line.address()
  process.send?.(typeof address === 'object' ? address?.port : 0)
})

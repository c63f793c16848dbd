// Many clients that ask for one address, each again as soon as it has its answer; prints how long each answer took.
// Plain sockets: the client that comes with Node takes longer to read an answer than a server does to send it.
import { once } from 'node:events'
import { connect } from 'node:net'

const [address, clients, requests] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])]
const { host, hostname, port, pathname } = new URL(address)
const question = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
const times = []
let begun = 0

async function client() {
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const { promise, resolve, reject } = Promise.withResolvers()
  let startedAt = 0
  let received = 0
  let expected = 0
  const ask = () => {
    if (begun >= requests) {
      resolve()
      return
    }
    begun += 1
    received = 0
    expected = 0
    startedAt = performance.now()
    socket.write(question)
  }
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('closed')))
  socket.on('data', (data) => {
    if (expected === 0) expected = sizeOf(data)
    received += data.length
    if (received < expected) return
    times.push(performance.now() - startedAt)
    ask()
  })
  ask()
  await promise
  socket.destroy()
}

/** Bytes of the whole answer, whose head comes in one piece. */
function sizeOf(data) {
  const head = data.toString('latin1', 0, data.indexOf('\r\n\r\n'))
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(head)
  return head.length + 4 + Number(/content-length: (\d+)/i.exec(head)[1])
}

const startedAt = performance.now()
await Promise.all(Array.from({ length: clients }, client))
process.stdout.write(JSON.stringify({ times, tookMs: performance.now() - startedAt }))

export { startServer } from './start-server.ts'
export { linkOfRunningServer } from './own-page/running-server.ts'

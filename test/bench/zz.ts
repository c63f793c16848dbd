import { mkdtemp, rm } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { exportCards } from '@datacortex/export'
import { spacePaths } from '@datacortex/platform'
import { syntheticRegistry } from './synthetic-agents.ts'
const registry = syntheticRegistry(10000)
for (let i=0;i<4;i++) { const out=await mkdtemp('/tmp/zz-'); execFileSync('sync'); const t=performance.now(); const c=process.cpuUsage(); await exportCards(spacePaths(out),{url:'https://agents.example.org/',out,catalogue:{registry}}); const u=process.cpuUsage(c); console.log(((performance.now()-t)/1000).toFixed(2),'s cpu',(u.user/1e6).toFixed(2),(u.system/1e6).toFixed(2)); await rm(out,{recursive:true}) }

import { mkdtemp, rm, mkdir, writeFile, open, rename } from 'node:fs/promises'
import { mkdirSync, writeFileSync, renameSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
const data='x'.repeat(1500)
async function run(name:string, f:(out:string)=>Promise<void>) { const out=await mkdtemp('/tmp/zz-'); execFileSync('sync'); const t=performance.now(); const c=process.cpuUsage(); await f(out); const u=process.cpuUsage(c); console.log(name.padEnd(20),((performance.now()-t)/1000).toFixed(2),'s cpu',(u.user/1e6).toFixed(2),(u.system/1e6).toFixed(2)); await rm(out,{recursive:true}) }
const dir=(out:string,i:number)=>`${out}/agents/agent-${i}/.well-known`
for (let r=0;r<3;r++) {
await run('sync direct', async (out)=>{ for(let i=0;i<10000;i++){ mkdirSync(dir(out,i),{recursive:true}); writeFileSync(dir(out,i)+'/agent-card.json',data)} })
await run('sync rename', async (out)=>{ for(let i=0;i<10000;i++){ mkdirSync(dir(out,i),{recursive:true}); writeFileSync(dir(out,i)+'/.tmp',data); renameSync(dir(out,i)+'/.tmp',dir(out,i)+'/agent-card.json')} })
await run('async 1', async (out)=>{ for(let i=0;i<10000;i++){ await mkdir(dir(out,i),{recursive:true}); await writeFile(dir(out,i)+'/agent-card.json',data)} })
await run('async 4', async (out)=>{ let n=0; await Promise.all([1,2,3,4].map(async()=>{ for(let i=n++;i<10000;i=n++){ await mkdir(dir(out,i),{recursive:true}); await writeFile(dir(out,i)+'/agent-card.json',data)} })) })
}

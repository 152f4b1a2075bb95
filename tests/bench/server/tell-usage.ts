/** Loaded into each measured server beside its own code. On request it reports the process's use of CPU and memory. */
import process from 'node:process';

process.on('message', () => {
  const { maxRSS, systemCPUTime, userCPUTime } = process.resourceUsage();
  process.send?.({ cpuMs: (systemCPUTime + userCPUTime) / 1000, peakBytes: maxRSS * 1024 });
});
// The measuring process has ended. The channel must not keep a stopped server alive.
process.on('disconnect', () => process.exit());
process.channel?.unref();

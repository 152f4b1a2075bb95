/** Loaded into each measured server beside its own code: says, when it is asked, what the process has used so far. */
import process from 'node:process';

process.on('message', () => {
  const { maxRSS, systemCPUTime, userCPUTime } = process.resourceUsage();
  process.send?.({ cpuMs: (systemCPUTime + userCPUTime) / 1000, peakBytes: maxRSS * 1024 });
});
// The measuring process has ended. The channel must not keep a stopped server alive.
process.on('disconnect', () => process.exit());
process.channel?.unref();

import type { Rng } from "@fanfare/contract/lib/rng";
import { FLASH_GAP_MS } from "../limits.ts";
import type { ConfettiParams } from "./confetti-params.ts";

/** Quiet enough for an office, from 0 to 1. */
const VOLUME = 0.12;
const POP_S = 0.16;
/** One pop per volley; continuous presets play only one. */
const POPS: Partial<Readonly<Record<ConfettiParams["preset"], number>>> = { cannons: 3, fireworks: 5 };

/** Plays a paper pop per volley: filtered noise that decays. Loads no file. */
export function playSound(window: Window & typeof globalThis, preset: ConfettiParams["preset"], rng: Rng): void {
  const audio = new window.AudioContext();
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * POP_S), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = (rng.next() * 2 - 1) * (1 - at / samples.length) ** 3;
  const pops = POPS[preset] ?? 1;
  for (let pop = 0; pop < pops; pop++) {
    const source = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    const gain = audio.createGain();
    source.buffer = noise;
    filter.type = "bandpass";
    filter.frequency.value = 700 + rng.next() * 900;
    gain.gain.value = VOLUME;
    source.connect(filter).connect(gain).connect(audio.destination);
    source.start(audio.currentTime + (pop * FLASH_GAP_MS) / 1_000);
    // Browsers limit the number of audio contexts per page.
    if (pop === pops - 1) source.onended = () => void audio.close();
  }
}

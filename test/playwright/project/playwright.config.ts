import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  reporter: 'json',
  use: {
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '',
      args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage'],
    },
  },
});

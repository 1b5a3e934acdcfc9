/*
 * Closes a position loop on the boom of the excavator, in lock-step over UDP. C99 and POSIX sockets; little endian.
 *
 *   npm run stiction -- link excavator --param script=false --wait
 *   cc -O2 -o boom_position examples/controllers/boom_position.c -lm && ./boom_position 5760 10
 *
 * The boom cylinder follows 2.4 m + 0.15 m sin(2 pi 0.2 Hz t): command = (target speed + gain * error) / largest speed.
 */
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { HELLO = 1, WELCOME = 2, STEP = 4, SENSORS = 5, ERROR = 9, BYE = 10, HEADER = 12 };

static uint8_t out[2048], in[65536];
static size_t used;
static uint32_t session, sequence;
static int sock;

static void put(const void *bytes, size_t size) { memcpy(out + used, bytes, size); used += size; }
static void put_u8(uint8_t x) { put(&x, 1); }
static void put_u16(uint16_t x) { put(&x, 2); }
static void put_u32(uint32_t x) { put(&x, 4); }
static void put_f64(double x) { put(&x, 8); }
static void put_text(const char *text) { put_u16((uint16_t)strlen(text)); put(text, strlen(text)); }
static uint16_t get_u16(const uint8_t *at) { uint16_t x; memcpy(&x, at, 2); return x; }
static uint32_t get_u32(const uint8_t *at) { uint32_t x; memcpy(&x, at, 4); return x; }
static double get_f64(const uint8_t *at) { double x; memcpy(&x, at, 8); return x; }

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void begin(uint8_t code) {
  used = 0;
  put("SL", 2); put_u8(1); put_u8(code); put_u32(session); put_u32(++sequence);
}

/* Sends the message and waits for an answer of a kind; asks again every 100 ms. Returns its size, 0 at the end. */
static size_t request(uint8_t wanted, uint32_t after) {
  for (int tries = 0; tries < 300; tries++) {
    memcpy(out + 8, &sequence, 4);
    if (send(sock, out, used, 0) < 0) nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    for (;;) {
      ssize_t size = recv(sock, in, sizeof in, 0);
      if (size < HEADER) break;
      if (memcmp(in, "SL\x01", 3) != 0) continue;
      if (in[3] == BYE) return 0;
      if (in[3] == ERROR) {
        fprintf(stderr, "refused: %.*s\n", (int)get_u16(in + HEADER + 1), (const char *)in + HEADER + 3);
        exit(1);
      }
      if (in[3] == wanted && (wanted == WELCOME || get_u32(in + HEADER) > after)) return (size_t)size;
    }
    sequence++;
  }
  fprintf(stderr, "no answer from the simulation: is `stiction link` running?\n");
  exit(1);
}

int main(int argc, char **argv) {
  const int port = argc > 1 ? atoi(argv[1]) : 5760;
  const double seconds = argc > 2 ? atof(argv[2]) : 10;
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sock = socket(AF_INET, SOCK_DGRAM, 0);
  struct timeval wait = {.tv_usec = 100000};
  setsockopt(sock, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
  if (sock < 0 || connect(sock, (struct sockaddr *)&to, sizeof to) != 0) return 1;

  begin(HELLO);
  put_u8(0); put_text("boom-loop-c"); put_text("");
  put_u8(1); put_u16(0); put_f64(0);         /* lock-step, timeout and rate of the server */
  put_u16(1); put_text("boom");
  put_u16(1); put_text("guide/boom/position");
  if (request(WELCOME, 0) == 0) return 1;
  session = get_u32(in + 4);
  const uint8_t *at = in + HEADER;
  at += 2 + get_u16(at);                     /* scene */
  at += 2 + get_u16(at);                     /* hash */
  const double h = get_f64(at);
  uint32_t step = get_u32(at + 8);

  const double gain = 6, middle = 2.4, swing = 0.15, omega = 2 * 3.14159265358979 * 0.2;
  const uint32_t first = step, steps = (uint32_t)lround(seconds / h);
  double command = 0, sent = 0, error = 0, worst = 0, longest = 0;
  uint32_t lost = 0, count = 0;
  while (step - first < steps) {
    begin(STEP);
    put_u32(step); put_f64(now()); put_f64(sent);
    put_u16(1); put_u16(0);                  /* slot 0 */
    put_u16(1); put_f64(command);
    const double before = now();
    if (request(SENSORS, step) == 0) break;
    if (now() - before > longest) longest = now() - before;
    at = in + HEADER;
    if (get_u32(at) != step + 1) lost++;
    step = get_u32(at);
    count++;
    const double t = get_f64(at + 4), position = get_f64(at + 31);
    sent = get_f64(at + 12);
    error = middle + swing * sin(omega * t) - position;
    if (step - first > steps / 2 && fabs(error) > worst) worst = fabs(error);
    const double wanted = swing * omega * cos(omega * t) + gain * error;
    command = wanted / (wanted > 0 ? 0.3 : 0.35); /* m/s with the lever at its ends */
    if (command > 1) command = 1;
    if (command < -1) command = -1;
  }
  begin(BYE);
  put_text("done");
  send(sock, out, used, 0);
  close(sock);
  printf("{\"steps\": %u, \"lost\": %u, \"error\": %g, \"longest\": %g}\n", count, lost, worst, longest);
  return 0;
}

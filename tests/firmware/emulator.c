/* An Arduino Uno with our sketch and a MAX7219, in simavr. Commands come on stdin, one a line:
 *   run MS       let MS milliseconds of its time go by
 *   send HEX     have these bytes arrive at its serial port, as fast as the port is
 *   reset        press the reset button
 *   poke A V     disturb register A of the MAX7219: it holds V now (both hexadecimal)
 *   pin N V      put 5 V (1) or ground (0) on pin N, 0 to 7
 * Each is answered by one line: the bytes sent by the sketch since, "-" for none, and the 16 registers, in hexadecimal.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

#define BITS_PER_BYTE 10
#define BAUD 9600
#define CS_BIT 2 /* pin 10 of an Uno is PB2 */
#define SENT_MAX 4096

static avr_t *avr;
static avr_irq_t *to_uart;
static uint8_t registers[16];
static uint16_t shifted;
static int selected;
static uint8_t sent[SENT_MAX];
static int sent_length;

static void on_spi_byte(struct avr_irq_t *irq, uint32_t value, void *param) {
    if (selected) shifted = (uint16_t)(shifted << 8 | (value & 0xFF));
}

/* The chip takes over what was shifted in when CS rises. */
static void on_cs(struct avr_irq_t *irq, uint32_t value, void *param) {
    if (value && selected) registers[shifted >> 8 & 0xF] = (uint8_t)shifted;
    selected = !value;
}

static void on_uart_byte(struct avr_irq_t *irq, uint32_t value, void *param) {
    if (sent_length < SENT_MAX) sent[sent_length++] = (uint8_t)value;
}

static void run_cycles(avr_cycle_count_t cycles) {
    avr_cycle_count_t end = avr->cycle + cycles;
    while (avr->cycle < end) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "the sketch crashed\n");
            exit(1);
        }
    }
}

static void send_hex(const char *hex) {
    unsigned byte;
    for (; sscanf(hex, "%2x", &byte) == 1; hex += 2) {
        avr_raise_irq(to_uart, byte);
        run_cycles((avr_cycle_count_t)avr->frequency * BITS_PER_BYTE / BAUD);
    }
}

static void tell(void) {
    for (int i = 0; i < sent_length; i++) printf("%02x", sent[i]);
    if (!sent_length) printf("-");
    printf(" ");
    for (int i = 0; i < 16; i++) printf("%02x", registers[i]);
    printf("\n");
    fflush(stdout);
    sent_length = 0;
}

/* simavr's own remarks would stand between the answers. */
static void log_nothing(struct avr_t *from, const int level, const char *format, va_list values) {}

static void start(const char *elf) {
    avr_global_logger_set(log_nothing);
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    if (elf_read_firmware(elf, &firmware)) exit(1);
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr) exit(1);
    avr_init(avr);
    firmware.frequency = 16000000;
    avr_load_firmware(avr, &firmware);
    /* Else simavr prints the sketch's output, too. */
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)AVR_UART_FLAG_STDIO;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    to_uart = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_uart_byte, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_spi_byte, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), CS_BIT), on_cs, NULL);
}

int main(int argc, char **argv) {
    char command[8192], text[8192];
    unsigned ms, address, value;
    if (argc != 2) return 2;
    start(argv[1]);
    while (fgets(command, sizeof command, stdin)) {
        if (sscanf(command, "run %u", &ms) == 1) {
            run_cycles((avr_cycle_count_t)avr->frequency / 1000 * ms);
        } else if (sscanf(command, "send %8191s", text) == 1) {
            send_hex(text);
        } else if (!strcmp(command, "reset\n")) {
            avr_reset(avr);
        } else if (sscanf(command, "poke %x %x", &address, &value) == 2) {
            registers[address & 0xF] = (uint8_t)value;
        } else if (sscanf(command, "pin %u %u", &address, &value) == 2) {
            avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), address & 7), value);
        } else {
            return 2;
        }
        tell();
    }
    return 0;
}

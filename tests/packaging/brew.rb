# frozen_string_literal: true

# Runs a formula without Homebrew: brew.rb FORMULA RELEASE PREFIX in the folder where the release lies unpacked. What the formula calls of Homebrew is
# here; its dependencies are the libraries of this system. `install` builds and installs into the prefix, then the block `test` is run.

require "digest"
require "English"
require "open3"
require "pathname"
require "tmpdir"

file, release, where = ARGV

# The system that the formula asks for.
module OS
  def self.linux?
    RUBY_PLATFORM.include?("linux")
  end
end

# The compiler, as formulae name it.
def ENV.cc
  "cc"
end

# What a formula states, calls and is asked for.
class Formula
  STANZAS = [:desc, :homepage, :url, :sha256, :license].freeze

  class << self
    attr_reader :stated, :trial

    STANZAS.each { |name| define_method(name) { |value| (@stated ||= {})[name] = value } }

    def depends_on(*); end

    def on_linux
      yield
    end

    def test(&block)
      @trial = block
    end
  end

  attr_reader :testpath

  def initialize(prefix, testpath)
    @prefix = Pathname(prefix)
    @testpath = Pathname(testpath)
    # Homebrew's compiler writes the path of its libraries into what it links.
    ENV["LD_RUN_PATH"] = lib.to_s
  end

  def bin
    @prefix/"bin"
  end

  def include
    @prefix/"include"
  end

  def lib
    @prefix/"lib"
  end

  def version
    self.class.stated[:url][/-([0-9.]+)\.tar\.gz$/, 1]
  end

  def std_configure_args
    ["--disable-debug", "--disable-dependency-tracking", "--prefix=#{@prefix}", "--libdir=#{lib}"]
  end

  def system(*command)
    super(*command.map(&:to_s)) || raise("#{command.join(" ")}: #{$CHILD_STATUS}")
  end

  def shell_output(command)
    output, status = Open3.capture2(command)
    status.success? ? output : raise("#{command}: #{status}")
  end

  def assert_match(pattern, text)
    raise "no #{pattern}" unless text.match?(pattern)
  end

  def assert_equal(wanted, got)
    raise "#{got} is not #{wanted}" unless wanted == got
  end
end

load file
lacking = Formula::STANZAS - Clgemm.stated.keys
raise "the formula states no #{lacking.join(", ")}" unless lacking.empty?
raise "the formula has another sum" if Clgemm.stated[:sha256] != Digest::SHA256.file(release).hexdigest

Dir.mktmpdir do |folder|
  formula = Clgemm.new(where, File.realpath(folder))
  formula.install
  Dir.chdir(folder) { formula.instance_eval(&Clgemm.trial) }
end
puts "#{Clgemm.stated[:url]} installed and tested"
